import { useState } from 'react'
import { locales, toLanguage } from '#domain/language.ts'
import { writeToCustomer } from '#domain/notice/console.ts'
import { MAX_MESSAGE_TEXT, MAX_MESSAGE_TITLE, namesAddress } from '#domain/notice/message.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { t } from '../../texts.ts'
import { Refused } from '../../ui/states.tsx'

const names = new Intl.DisplayNames('en', { type: 'language' })

/** A message to one customer, in the language that they read. */
export function WriteMessage({
  customer,
  language,
  onClose,
}: {
  customer: string
  language: string
  onClose(): void
}) {
  const [title, setTitle] = useState('')
  const [text, setText] = useState('')
  const writing = useApiMutation(writeToCustomer)
  const isReady = [title, text].every((words) => words.trim() !== '' && wrongIn(words) === undefined)
  async function send(): Promise<void> {
    if (!(await writing.send({ customerId: customer, title: title.trim(), text: text.trim() }))) return
    toast(t('notice.sent'))
    onClose()
  }
  return (
    <form
      aria-label={t('notice.write')}
      className="flex max-w-140 flex-col gap-3 px-5 pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void send()
      }}
    >
      <p className="text-13 text-t2">
        {t('notice.write_text', { language: names.of(locales[toLanguage(language)])! })}
      </p>
      <Field
        label={t('notice.form_title')}
        maxLength={MAX_MESSAGE_TITLE}
        autoComplete="off"
        value={title}
        error={wrongIn(title)}
        hint={t('notice.form_title_hint')}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        label={t('notice.form_text')}
        rows={5}
        maxLength={MAX_MESSAGE_TEXT}
        value={text}
        error={wrongIn(text)}
        onChange={(event) => setText(event.target.value.replace(/\s*\n\s*/g, ' '))}
      />
      <Refused error={writing.error} />
      <div className="flex gap-3">
        <Button size="small" className="flex-1" onClick={onClose}>
          {t('notice.cancel')}
        </Button>
        <Button
          type="submit"
          kind="primary"
          size="small"
          className="flex-1"
          disabled={!isReady}
          isPending={writing.isPending}
        >
          {t('notice.send')}
        </Button>
      </div>
    </form>
  )
}

/** Why words are not taken; undefined where they are. */
function wrongIn(words: string): string | undefined {
  if (!isPlainText(words)) return t('notice.signs')
  return namesAddress(words) ? t('notice.address') : undefined
}
