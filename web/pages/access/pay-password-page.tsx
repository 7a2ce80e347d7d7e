import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type ProfileView, profile, setPayPassword } from '#domain/user/contract.ts'
import { checkPayPassword } from '#domain/user/password.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { AccessForm } from '#web/features/access/access-form.tsx'
import { fieldError } from '#web/features/access/field-error.ts'
import { OwnFactor, useOwnFactor } from '#web/features/access/own-factor.tsx'
import { ProofFields } from '#web/features/access/proof-fields.tsx'
import { useProof } from '#web/features/access/use-proof.ts'
import { OwnerProof, useOwner } from '#web/features/owner/owner-proof.tsx'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** Set the pay password, or change it with the old one or a code (`?by=code`); with the second factor, where one is set. */
export default function PayPasswordPage() {
  const { t } = useTexts()
  const me = useApiQuery(profile, {})
  return (
    <SettingsFrame>
      <AppBar title={t('access.pay_password')} />
      <main className="gutter pt-2 pb-8">
        {me.isError && !me.data && <ErrorState error={me.error} onRetry={() => void me.refetch()} />}
        {me.isPending && <SkeletonRows count={3} />}
        {me.data && <PayPassword me={me.data} />}
      </main>
    </SettingsFrame>
  )
}

function PayPassword({ me: { hasPayPassword, hasPassword } }: { me: ProfileView }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const proof = useProof('pay-password')
  // The first one of an account without a password.
  const owner = useOwner()
  const factor = useOwnFactor()
  const isFirst = !hasPayPassword && !hasPassword && !proof.isByCode
  const [payPassword, setFresh] = useState('')
  const [repeated, setRepeated] = useState('')
  const change = useApiMutation(setPayPassword, { toastsRefusal: false })
  const isProven = (isFirst ? owner.isReady : proof.isReady) && factor.isReady
  const isReady = isProven && checkPayPassword(payPassword, repeated).ok
  const differs = repeated.length >= payPassword.length && repeated !== '' && repeated !== payPassword

  async function save(): Promise<void> {
    const given = proof.isByCode
      ? { code: proof.code }
      : isFirst
        ? {}
        : { [hasPayPassword ? 'oldPassword' : 'password']: proof.password }
    const done = await change.send({ ...given, ...factor.given, payPassword, repeated })
    if (!done) return
    await queries.invalidateQueries({ queryKey: [profile.path] })
    toast(t('access.pay_password_saved'))
    navigate(toPage('pages/setting/security'), { replace: true })
  }

  return (
    <AccessForm form={change} action={t('access.save_password')} isReady={isReady} onSend={save}>
      <p className="text-13 text-t2">{t('access.pay_password_note')}</p>
      {isFirst ? (
        <OwnerProof proof={owner} form={change} />
      ) : (
        <ProofFields
          proof={proof}
          form={change}
          label={t(hasPayPassword ? 'access.old_pay_password' : 'profile.login_password')}
        />
      )}
      <PasswordField
        label={t('access.new_pay_password')}
        hint={t('access.pay_password_rule')}
        autoComplete="new-password"
        maxLength={64}
        value={payPassword}
        error={fieldError(change.error, 'password')}
        onChange={(event) => {
          setFresh(event.target.value)
          change.reset()
        }}
      />
      <PasswordField
        label={t('access.repeat_password')}
        autoComplete="new-password"
        maxLength={64}
        value={repeated}
        error={differs ? t('access.passwords_differ') : fieldError(change.error, 'repeated')}
        onChange={(event) => setRepeated(event.target.value)}
      />
      <OwnFactor factor={factor} form={change} />
    </AccessForm>
  )
}
