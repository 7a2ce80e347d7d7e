import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { register } from '#domain/user/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useClient } from '#web/app/client-state.ts'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { AccessForm } from '#web/features/access/access-form.tsx'
import { CodeStep } from '#web/features/access/code-step.tsx'
import { enter, returnAddress } from '#web/features/access/enter.ts'
import { fieldError } from '#web/features/access/field-error.ts'
import { missingIn } from '#web/features/access/missing.ts'
import { NewPassword, useNewPassword } from '#web/features/access/new-password.tsx'
import { useCodeStep } from '#web/features/access/use-code-step.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Field } from '#web/ui/field.tsx'

/** Open an account: a contact proved by a code, a password, and who invited, if anybody. */
export default function RegisterPage() {
  const { t } = useTexts()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const invitedBy = useClient((state) => state.inviteCode)
  const [typedCode, setTypedCode] = useState<string>()
  const inviteCode = typedCode ?? invitedBy ?? ''
  const step = useCodeStep('register')
  const fresh = useNewPassword()
  const entry = useApiMutation(register, { toastsRefusal: false })
  const from = search.get('from') ?? undefined
  const isReady = step.isReady && fresh.isReady
  const missing = missingIn(step, fresh)

  async function open(): Promise<void> {
    const invite = inviteCode.trim()
    const token = await entry.send({
      ...step.contact,
      code: step.code,
      password: fresh.password,
      repeated: fresh.repeated,
      ...(invite ? { inviteCode: invite } : {}),
    })
    if (token === undefined) return
    await enter(token).then(
      () => {
        toast(t('access.registered'))
        navigate(returnAddress(from ?? null), { replace: true })
      },
      () => undefined,
    )
  }

  return (
    <>
      <AppBar title={t('access.create_account')} />
      <main className="gutter pt-2 pb-8">
        <AccessForm
          form={entry}
          action={t('access.create_account')}
          isReady={isReady}
          missing={missing && t(`access.missing_${missing}`)}
          onSend={open}
        >
          <CodeStep step={step} form={entry} sentText="access.code_sent" />
          <NewPassword typed={fresh} form={entry} />
          <Field
            label={t('access.invite_code')}
            hint={t('access.optional')}
            autoCapitalize="characters"
            autoComplete="off"
            maxLength={20}
            value={inviteCode}
            error={fieldError(entry.error, 'inviteCode')}
            onChange={(event) => {
              setTypedCode(event.target.value)
              entry.reset()
            }}
          />
        </AccessForm>
        <p className="mt-2 flex flex-wrap items-center justify-center gap-x-2 text-13 text-t2">
          {t('access.have_account')}
          <Link
            to={toPage('pages/common/login', { from })}
            className="press flex min-h-11 items-center font-semibold text-t1"
          >
            {t('common.sign_in')}
          </Link>
        </p>
        <p className="text-center text-13 text-t2">
          {t('access.rules_apply')}{' '}
          <Link
            to={toPage('pages/setting/operational_compliance')}
            className="press target underline decoration-line2 underline-offset-4"
          >
            {t('access.rules')}
          </Link>
        </p>
      </main>
    </>
  )
}
