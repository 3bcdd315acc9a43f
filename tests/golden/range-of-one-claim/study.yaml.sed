s/^study: least/&\nclaims: claims.yaml/
