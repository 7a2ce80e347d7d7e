import { Link, useNavigate, useSearchParams } from 'react-router'
import { changePassword, forgottenPassword } from '#domain/user/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { NeedsSignIn } from '#web/app/needs-sign-in.tsx'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { AccessForm } from '#web/features/access/access-form.tsx'
import { CodeStep } from '#web/features/access/code-step.tsx'
import { enter } from '#web/features/access/enter.ts'
import { NewPassword, useNewPassword } from '#web/features/access/new-password.tsx'
import { OwnFactor, useOwnFactor } from '#web/features/access/own-factor.tsx'
import { ProofFields } from '#web/features/access/proof-fields.tsx'
import { useCodeStep } from '#web/features/access/use-code-step.ts'
import { useProof } from '#web/features/access/use-proof.ts'
import { OwnerProof, useOwner } from '#web/features/owner/owner-proof.tsx'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { useTexts } from '#web/texts/texts.ts'

/**
 * Change the sign-in password, with the old one or with a code (`?by=code`), and the second factor; `?mode=forgot` is for
 * who is not signed in.
 */
export default function PasswordPage() {
  const { t } = useTexts()
  const [search] = useSearchParams()
  const hasForgotten = search.get('mode') === 'forgot'
  return (
    <SettingsFrame>
      <AppBar title={t(hasForgotten ? 'access.forgot' : 'access.change_password')} />
      {hasForgotten ? (
        <Forgotten />
      ) : (
        <NeedsSignIn>
          <Change />
        </NeedsSignIn>
      )}
    </SettingsFrame>
  )
}

function Change() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const proof = useProof('password')
  const fresh = useNewPassword()
  const change = useApiMutation(changePassword, { toastsRefusal: false })
  // Who came by wallet sets the first one with what takes its place.
  const owner = useOwner()
  const factor = useOwnFactor()
  const isFirst = owner.owner?.hasPassword === false
  const isReady = (isFirst ? owner.isReady : proof.isReady) && fresh.isReady && factor.isReady

  async function save(): Promise<void> {
    const { password, repeated } = fresh
    const given = isFirst ? {} : proof.isByCode ? { code: proof.code } : { oldPassword: proof.password }
    const token = await change.send({ ...given, ...factor.given, password, repeated })
    if (token === undefined) return
    await enter(token).then(
      () => {
        toast(t('access.password_changed'))
        navigate(toPage('pages/setting/security'), { replace: true })
      },
      () => undefined,
    )
  }

  return (
    <main className="gutter pt-2 pb-8">
      <AccessForm form={change} action={t('access.save_password')} isReady={isReady} onSend={save}>
        <p className="text-13 text-t2">{t('access.change_password_note')}</p>
        {isFirst ? (
          <OwnerProof proof={owner} form={change} />
        ) : (
          <ProofFields proof={proof} form={change} label={t('access.old_password')} />
        )}
        <NewPassword typed={fresh} form={change} />
        <OwnFactor factor={factor} form={change} />
      </AccessForm>
    </main>
  )
}

function Forgotten() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const step = useCodeStep('forget')
  const fresh = useNewPassword()
  const reset = useApiMutation(forgottenPassword, { toastsRefusal: false })
  const isReady = step.isReady && fresh.isReady

  async function save(): Promise<void> {
    const { password, repeated } = fresh
    const done = await reset.send({ ...step.contact, code: step.code, password, repeated })
    if (!done) return
    toast(t('access.password_changed'))
    navigate(toPage('pages/common/login'), { replace: true })
  }

  return (
    <main className="gutter pt-2 pb-8">
      <AccessForm form={reset} action={t('access.save_password')} isReady={isReady} onSend={save}>
        <p className="text-13 text-t2">{t('access.forgot_note')}</p>
        <CodeStep step={step} form={reset} sentText="access.code_sent_if" />
        <NewPassword typed={fresh} form={reset} />
      </AccessForm>
      <Link
        to={toPage('pages/common/recover', { lost: 'password' })}
        className="press mt-2 flex min-h-11 items-center justify-center text-13 text-t2"
      >
        {t('sign_in_wallet_pages.frozen_lost')}
      </Link>
    </main>
  )
}
