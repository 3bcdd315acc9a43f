s/currency: USD/currency: EUR/
s/USD/EUR/g
