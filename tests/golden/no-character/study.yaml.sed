s/^study: least/&\ntitle: "a\\uFFFEb"/
