import type { Texts } from '#texts/translate.ts'

/** Every text of the app in one language, by path, but for those of pages: one lazy chunk. */
export const files: Texts = import.meta.glob(
  ['../../../texts/app/*/zh.json', '!../../../texts/app/*_pages/*.json'],
  { eager: true, import: 'default' },
)
