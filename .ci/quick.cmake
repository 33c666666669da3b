# HiGHS without optimisation: its build always asks for Release, which takes twice as long as what the tests solve.
set(CMAKE_C_FLAGS_RELEASE "-O0" CACHE STRING "")
set(CMAKE_CXX_FLAGS_RELEASE "-O0" CACHE STRING "")
