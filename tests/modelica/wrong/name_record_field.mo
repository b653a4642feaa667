package M
  record Point
    Real x, y;
  end Point;
  model M
    Point p;
  equation
    p.x = time;
    p.z = 2*p.x;
  end M;
end M;
