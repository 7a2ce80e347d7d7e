import { type FormEvent, useState } from 'react'
import type { OutputOf } from '#domain/endpoint.ts'
import { finishSetup, readSetup } from '#domain/operator/console.ts'
import { MIN_OPERATOR_PASSWORD } from '#domain/operator/rules.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeInput } from '#web/ui/code-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { t } from '../texts.ts'
import { Refused } from '../ui/states.tsx'

/**
 * What somebody new does once, by the code of the mail: they see their authenticator's secret and choose a password. The code is used
 * up by its first reading; this page alone goes on, by the key that it was answered.
 */
export function SetUp({ onDone }: { onDone(): void }) {
  const reading = useApiMutation(readSetup)
  const finishing = useApiMutation(finishSetup)
  const [setup, setSetup] = useState('')
  const [code, setCode] = useState('')
  const [known, setKnown] = useState<OutputOf<typeof readSetup>>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!known) return setKnown(await reading.send({ setup }))
    const password = String(new FormData(event.currentTarget).get('password'))
    if (!(await finishing.send({ setup: known.setup, password, code }))) return setCode('')
    toast(t('operator.setup_done'))
    onDone()
  }

  return (
    <>
      <h1 className="mt-8 text-20">{t('operator.setup_title')}</h1>
      <form onSubmit={submit} className="mt-5 flex flex-col gap-4">
        {known ? (
          <>
            <p className="text-15">{t('operator.setup_for', { name: known.name, email: known.email })}</p>
            <p className="text-13 text-t2">{t('operator.setup_scan')}</p>
            <QrCode text={known.otpauthUrl} label={t('operator.setup_qr')} />
            <p className="text-13 text-t2">
              {t('operator.setup_secret')}
              <span className="mt-0.5 block font-mono text-13 break-all text-t1">{known.totpSecret}</span>
            </p>
            <Field
              label={t('operator.setup_password')}
              name="password"
              type="password"
              autoComplete="new-password"
              minLength={MIN_OPERATOR_PASSWORD}
              required
            />
            <CodeInput label={t('operator.setup_digits')} value={code} onChange={setCode} />
          </>
        ) : (
          <Field
            label={t('operator.setup_code')}
            name="setup"
            autoComplete="off"
            spellCheck={false}
            required
            autoFocus
            value={setup}
            onChange={(event) => setSetup(event.target.value.trim())}
          />
        )}
        <Refused error={finishing.error ?? reading.error} />
        <Button
          type="submit"
          kind="primary"
          isPending={reading.isPending || finishing.isPending}
          disabled={known ? code.length < 6 : setup === ''}
        >
          {known ? t('operator.setup_submit') : t('operator.setup_next')}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {t('operator.setup_back')}
        </Button>
      </form>
    </>
  )
}
