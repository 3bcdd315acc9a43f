s/{minimum: 25/{minimun: 25/
