// library_utilities.cpp: Modelica.Utilities (library.hpp). Models read files but do not write any.

#include <saltus/front/modelica/library.hpp>

namespace saltus::modelica {

std::string_view library_utilities() {
  return R"(
function 'Modelica.Utilities.Streams.print'
  input String string = "";
  input String fileName = "";
external "C" ModelicaInternal_print(string, fileName);
end 'Modelica.Utilities.Streams.print';
function 'Modelica.Utilities.Streams.error'
  input String string;
algorithm
  assert(false, string);
end 'Modelica.Utilities.Streams.error';
function 'Modelica.Utilities.Strings.hashString'
  input String string;
  output Integer hash;
external "C" hash = ModelicaStrings_hashString(string);
end 'Modelica.Utilities.Strings.hashString';
function 'Modelica.Utilities.Strings.length'
  input String string;
  output Integer result;
external "C" result = ModelicaStrings_length(string);
end 'Modelica.Utilities.Strings.length';
function 'Modelica.Utilities.Strings.substring'
  input String string;
  input Integer startIndex;
  input Integer endIndex;
  output String result;
external "C" result = ModelicaStrings_substring(string, startIndex, endIndex);
end 'Modelica.Utilities.Strings.substring';
function 'Modelica.Utilities.Strings.isEqual'
  input String string1;
  input String string2;
  input Boolean caseSensitive = true;
  output Boolean identical;
algorithm
  assert(caseSensitive, "Strings.isEqual: Saltus does not ignore the case of letters yet");
  identical := string1 == string2;
end 'Modelica.Utilities.Strings.isEqual';
function 'Modelica.Utilities.Strings.isEmpty'
  input String string;
  output Boolean result;
algorithm
  result := 'Modelica.Utilities.Strings.Advanced.skipWhiteSpace'(string, 1) > 'Modelica.Utilities.Strings.length'(string);
end 'Modelica.Utilities.Strings.isEmpty';
function 'Modelica.Utilities.Strings.Advanced.skipWhiteSpace'
  input String string;
  input Integer startIndex = 1;
  output Integer nextIndex;
external "C" nextIndex = ModelicaStrings_skipWhiteSpace(string, startIndex);
end 'Modelica.Utilities.Strings.Advanced.skipWhiteSpace';
function 'Modelica.Utilities.Streams.readRealMatrix'
  input String fileName;
  input String matrixName;
  input Integer nrow;
  input Integer ncol;
  input Boolean verboseRead = true;
  output Real matrix[nrow, ncol];
external "C" ModelicaIO_readRealMatrix(fileName, matrixName, matrix, size(matrix, 1), size(matrix, 2), verboseRead);
end 'Modelica.Utilities.Streams.readRealMatrix';
function 'Modelica.Utilities.Streams.readMatrixSize'
  input String fileName;
  input String matrixName;
  output Integer dim[2];
external "C" ModelicaIO_readMatrixSizes(fileName, matrixName, dim);
end 'Modelica.Utilities.Streams.readMatrixSize';
function 'Modelica.Utilities.Streams.writeRealMatrix'
  input String fileName;
  input String matrixName;
  input Real matrix[:, :];
  input Boolean append = false;
  input String format = "4";
  output Boolean success;
algorithm
  success := false;
end 'Modelica.Utilities.Streams.writeRealMatrix';
function 'Modelica.Utilities.Files.removeFile'
  input String fileName;
algorithm
end 'Modelica.Utilities.Files.removeFile';
function 'Modelica.Utilities.Files.fullPathName'
  input String name;
  output String fullName;
algorithm
  fullName := name;
end 'Modelica.Utilities.Files.fullPathName';
function 'Modelica.Utilities.Files.loadResource'
  input String uri;
  output String fileReference;
algorithm
  fileReference := uri;
end 'Modelica.Utilities.Files.loadResource';
)";
}

}  // namespace saltus::modelica
