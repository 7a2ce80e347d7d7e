import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { askRecovery } from '#domain/user/recovery.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { AccessForm } from '#web/features/access/access-form.tsx'
import { CodeStep } from '#web/features/access/code-step.tsx'
import { fieldError } from '#web/features/access/field-error.ts'
import { FormError } from '#web/features/access/form-error.tsx'
import { useCodeStep } from '#web/features/access/use-code-step.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

/** What happens, with the document's number and without. */
const steps = {
  document: ['told', 'people', 'wait', 'hold'],
  none: ['told', 'people', 'wait_long', 'hold'],
} as const

/** Ask for the way back in: the second factor is lost, or with `?lost=password` the password of a frozen account. */
export default function RecoverPage() {
  const { t } = useTexts()
  const [search] = useSearchParams()
  const missing = search.get('lost') === 'password' ? 'password' : 'factor'
  const [opensAtMs, setOpensAtMs] = useState<number>()
  return (
    <>
      <AppBar title={t('security_pages.recover')} />
      <main className="gutter pt-2 pb-8">
        {opensAtMs === undefined ? (
          <Ask missing={missing} onAsked={setOpensAtMs} />
        ) : (
          <EmptyState
            title={t('security_pages.recover_sent')}
            text={t('security_pages.recover_sent_note', { time: dateTime(opensAtMs) })}
            action={{ label: t('common.sign_in'), to: toPage('pages/common/login') }}
          />
        )}
      </main>
    </>
  )
}

function Ask({ missing, onAsked }: { missing: 'factor' | 'password'; onAsked: (opensAtMs: number) => void }) {
  const { t } = useTexts()
  const step = useCodeStep('recover')
  const [password, setPassword] = useState('')
  const [idNumber, setIdNumber] = useState('')
  const [hasDocument, setHasDocument] = useState(true)
  const [note, setNote] = useState('')
  const form = useApiMutation(askRecovery, { toastsRefusal: false })
  const isWhole = (!hasDocument || idNumber.trim() !== '') && note.trim() !== ''
  const isReady = step.isReady && isWhole && (missing === 'password' || password !== '')

  async function send(): Promise<void> {
    const given = { ...(missing === 'factor' && { password }), ...(hasDocument && { idNumber }) }
    const asked = await form.send({ ...step.contact, ...given, code: step.code, note })
    if (asked) onAsked(asked.opensAtMs)
  }

  return (
    <AccessForm form={form} action={t('security_pages.recover_send')} isReady={isReady} onSend={send}>
      <div className="text-15">
        <p className="pb-2">{t(`security_pages.recover_why_${missing}`)}</p>
        <ul className="flex list-disc flex-col gap-1 pl-5 text-13 text-t2">
          {steps[hasDocument ? 'document' : 'none'].map((one) => (
            <li key={one}>{t(`security_pages.recover_${one}`)}</li>
          ))}
        </ul>
      </div>
      <CodeStep step={step} form={form} sentText="access.code_sent_if" />
      {missing === 'factor' && (
        <PasswordField
          label={t('access.password')}
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            form.reset()
          }}
        />
      )}
      <div>
        {hasDocument && (
          <Field
            label={t('security_pages.recover_id')}
            hint={t('security_pages.recover_id_note')}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            value={idNumber}
            error={fieldError(form.error, 'idNumber')}
            onChange={(event) => {
              setIdNumber(event.target.value)
              form.reset()
            }}
          />
        )}
        {!hasDocument && <FormError text={fieldError(form.error, 'idNumber')} />}
        {missing === 'factor' && (
          <button
            type="button"
            onClick={() => {
              setHasDocument(!hasDocument)
              form.reset()
            }}
            className="press flex min-h-11 items-center text-13 text-t2"
          >
            {t(hasDocument ? 'security_pages.recover_no_document' : 'security_pages.recover_has_document')}
          </button>
        )}
      </div>
      <TextArea
        label={t('security_pages.recover_note')}
        hint={t('security_pages.recover_note_hint')}
        rows={3}
        value={note}
        onChange={(event) => {
          setNote(event.target.value)
          form.reset()
        }}
      />
    </AccessForm>
  )
}
