import { type ComponentType, lazy, Suspense } from 'react'
import type { SettingKeyword } from '#domain/content/kinds.ts'
import { loadArea } from '#web/texts/texts.ts'

interface PublishedNoteProps {
  readonly keyword: SettingKeyword
  readonly className?: string
}

/** With its words; the page goes on without it. */
const Note = lazy<ComponentType<PublishedNoteProps>>(() =>
  Promise.all([import('./setting-note.tsx'), loadArea('site_pages')]).then(
    ([note]) => note,
    () => ({ default: () => null }),
  ),
)

/** What two operators published for a page, by its keyword: nothing while it comes, and nothing where there is none. */
export const PublishedNote = (props: PublishedNoteProps) => (
  <Suspense fallback={null}>
    <Note {...props} />
  </Suspense>
)
