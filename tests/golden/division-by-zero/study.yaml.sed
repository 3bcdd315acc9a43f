s|packed / plain|packed / (plain - plain)|
