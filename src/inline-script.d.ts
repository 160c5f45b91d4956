/** See src/integrations/inline-scripts.ts. */
declare module '*?inline-script' {
  const code: string;
  export default code;
}
