import js from "@eslint/js";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["dist", "src/generated"] },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
  { files: ["src/**/*.ts"], rules: { "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }] } },
);
