import { zh as refusals } from '#domain/messages/zh.ts'

/** Every area's texts in one language, and what each refusal says: one lazy chunk. */
export const areas: Record<string, Record<string, string>> = import.meta.glob('../*/zh.ts', {
  eager: true,
  import: 'zh',
})
export { refusals }
