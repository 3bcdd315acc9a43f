s/when: {edition: standard}/when: {cores: standard}/
