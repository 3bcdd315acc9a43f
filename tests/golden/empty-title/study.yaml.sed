s/^study: least/&\ntitle: ""/
