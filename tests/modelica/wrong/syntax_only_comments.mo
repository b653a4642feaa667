// A model will be here.

/* Soon. */
