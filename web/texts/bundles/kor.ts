import { kor as refusals } from '#domain/messages/kor.ts'

/** Every area's texts in one language, and what each refusal says: one lazy chunk. */
export const areas: Record<string, Record<string, string>> = import.meta.glob('../*/kor.ts', {
  eager: true,
  import: 'kor',
})
export { refusals }
