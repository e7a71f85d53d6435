/* open // comment
model 'quoted name' "string \n" Real x = .5e-3 + 1.; end