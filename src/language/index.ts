/** language: reads instructions in English, Russian and Chinese: what they say and what is missing. */
export * from './reading.ts';
export { readInstruction } from './read.ts';
