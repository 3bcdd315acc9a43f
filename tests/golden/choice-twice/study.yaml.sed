s/choices: \[enterprise, standard\]/choices: [enterprise, standard, enterprise]/
