export const practiceReasons = [
  // Of practice owners and the platform's practice funds alone; no customer's statement shows it.
  'practice-grant',
] as const
