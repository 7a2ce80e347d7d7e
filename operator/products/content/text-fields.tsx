import { MAX_CONTENT, MAX_TITLE } from '#domain/content/fields.ts'
import type { Language } from '#domain/language.ts'
import { RichText } from '#web/features/content/rich-text.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { t } from '../../texts.ts'

interface Typed {
  readonly title: string
  readonly content: string
}

/** The two fields of a text. */
export function TextFields({ text, onChange }: { text: Typed; onChange(text: Typed): void }) {
  return (
    <>
      <Field
        label={t('content.field_title')}
        name="title"
        autoComplete="off"
        maxLength={MAX_TITLE}
        value={text.title}
        onChange={(event) => onChange({ ...text, title: event.target.value })}
      />
      <TextArea
        label={t('content.field_content')}
        name="content"
        rows={12}
        maxLength={MAX_CONTENT}
        hint={t('content.marks')}
        value={text.content}
        onChange={(event) => onChange({ ...text, content: event.target.value })}
      />
    </>
  )
}

/** How customers will read it; links are shown and lead nowhere. */
export function Preview({ text, language }: { text: Typed; language: Language }) {
  if (text.title.trim() === '' && text.content.trim() === '') return null
  return (
    <section aria-label={t('content.preview')} className="mt-5 rounded-12 border border-line2 p-4">
      <p className="pb-2 text-12 text-t3">{t('content.preview')}</p>
      <p className="pb-3 text-17 font-semibold break-words">{text.title}</p>
      <RichText
        content={text.content}
        language={language}
        link={(to, words) => (
          <span
            className="text-t1 underline decoration-line2 underline-offset-4"
            title={to.kind === 'web' ? to.url : to.route}
          >
            {words}
          </span>
        )}
      />
    </section>
  )
}
