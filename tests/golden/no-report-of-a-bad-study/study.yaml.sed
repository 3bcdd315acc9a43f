s/^horizon:/horizn:/
