s/^runs:/models: [licences\/nowhere.yaml]\
\
&/
