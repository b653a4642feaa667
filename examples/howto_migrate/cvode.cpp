// The ball of main.cpp by SUNDIALS' CVODE: a root function, a loop, a restart by hand.

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <cstdio>

// [region:cvode]
static int fall(double, N_Vector y, N_Vector dy, void*) {
  NV_Ith_S(dy, 0) = NV_Ith_S(y, 1);
  NV_Ith_S(dy, 1) = -9.81;
  return 0;
}
static int floor_at(double, N_Vector y, double* g, void*) {
  g[0] = NV_Ith_S(y, 0);
  return 0;
}

int main() {
  SUNContext context;
  SUNContext_Create(nullptr, &context);
  N_Vector y = N_VNew_Serial(2, context);
  NV_Ith_S(y, 0) = 1;
  NV_Ith_S(y, 1) = 0;
  void* memory = CVodeCreate(CV_ADAMS, context);
  CVodeInit(memory, fall, 0, y);
  CVodeSStolerances(memory, 1e-8, 1e-8);
  SUNMatrix matrix = SUNDenseMatrix(2, 2, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
  CVodeSetLinearSolver(memory, solver, matrix);
  CVodeRootInit(memory, 1, floor_at);
  int falling = -1;
  CVodeSetRootDirection(memory, &falling);
  double t = 0;
  while (CVode(memory, 2, y, &t, CV_NORMAL) == CV_ROOT_RETURN) {
    std::printf("%.6f\n", t);
    NV_Ith_S(y, 1) *= -0.8;
    CVodeReInit(memory, t, y);
  }
  CVodeFree(&memory);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(y);
  SUNContext_Free(&context);
}
// [endregion:cvode]
