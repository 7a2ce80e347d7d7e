import { useRef, useState } from 'react'
import { isPlainText } from '#domain/plain-text.ts'
import { type ConversationCheck, cannedAnswers, writeSupport } from '#domain/support/console.ts'
import { MAX_TEXT } from '#domain/support/rules.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { t } from '../../texts.ts'
import { Refused } from '../../ui/states.tsx'

/** The answer to a customer, typed or taken from the saved ones; those in the customer's language come first. */
export function Write({ conversation, onDone }: { conversation: ConversationCheck; onDone(): void }) {
  const { id, operatorId, language } = conversation
  const [text, setText] = useState('')
  const writing = useApiMutation(writeSupport)
  const kept = useApiQuery(cannedAnswers, {})
  // The same text sent again after a lost answer is the same message.
  const last = useRef({ text: '', key: '' })
  const isPlain = isPlainText(text)
  const answers = kept.data?.items.toSorted(
    (a, b) => Number(b.language === language) - Number(a.language === language),
  )
  async function send(): Promise<void> {
    const typed = text.trim()
    if (last.current.text !== typed) last.current = { text: typed, key: crypto.randomUUID() }
    if (!(await writing.send({ id, text: typed, key: last.current.key }))) return
    last.current = { text: '', key: '' }
    // The next answer may have been begun meanwhile.
    setText((now) => (now.trim() === typed ? '' : now))
    onDone()
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && isPlain) void send()
      }}
    >
      {answers && answers.length > 0 && (
        <SelectField
          label={t('support.insert')}
          value=""
          choices={[
            { id: '', label: t('support.choose_answer') },
            ...answers.map((one) => ({ id: one.id, label: `${one.title} (${one.language})` })),
          ]}
          onChoose={(chosen) => {
            const found = answers.find((one) => one.id === chosen)
            if (found) setText((before) => `${before} ${found.text}`.trim().slice(0, MAX_TEXT))
          }}
        />
      )}
      <TextArea
        label={t('support.answer')}
        rows={2}
        maxLength={MAX_TEXT}
        value={text}
        error={isPlain ? undefined : t('support.signs')}
        hint={operatorId === null ? t('support.write_takes') : undefined}
        onChange={(event) => setText(event.target.value.replace(/\s*\n\s*/g, ' '))}
      />
      <Refused error={writing.error} />
      <Button
        type="submit"
        kind="primary"
        size="small"
        disabled={text.trim() === '' || !isPlain}
        isPending={writing.isPending}
      >
        {t('support.send')}
      </Button>
    </form>
  )
}
