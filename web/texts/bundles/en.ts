import { en as refusals } from '#domain/messages/en.ts'

/** Every area's texts in one language, and what each refusal says: one lazy chunk. */
export const areas: Record<string, Record<string, string>> = import.meta.glob('../*/en.ts', {
  eager: true,
  import: 'en',
})
export { refusals }
