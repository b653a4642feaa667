model titled
  parameter String title = 3;
  Real x = "fast";
end titled;
