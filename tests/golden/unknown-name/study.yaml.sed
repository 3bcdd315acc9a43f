s|packed / plain|packed / plane|
