/** engines/survey: the planner of aerial surveys; a plan is judged elsewhere. */
export * from './plan.ts';
export * from './conform/conform-survey.ts';
export * from './variants.ts';
