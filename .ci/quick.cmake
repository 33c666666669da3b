# HiGHS without optimisation: its build always asks for Release, which takes twice as long as what the tests solve.
set(CMAKE_C_FLAGS_RELEASE "-O0" CACHE STRING "")
set(CMAKE_CXX_FLAGS_RELEASE "-O0" CACHE STRING "")

# Many files at once, because the compiler reads headers most of the time.
set(CMAKE_UNITY_BUILD ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 16)
