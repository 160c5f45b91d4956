import { config } from 'zod';

// Zod tries out whether it may compile code, which the pages' policy forbids and browsers then report. First
// import of the studio: a schema asks once, when it is made.
config({ jitless: true });
