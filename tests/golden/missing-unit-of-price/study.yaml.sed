s|0.5 USD/GB|0.5|
