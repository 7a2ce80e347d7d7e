import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { register } from '#domain/user/contract.ts'
import { useClient } from '#web/app/client-state.ts'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useSend } from '#web/app/use-call.ts'
import { useContactDraft } from '#web/features/access/contact-draft.ts'
import { ContactFields } from '#web/features/access/contact-fields.tsx'
import { enter, returnAddress } from '#web/features/access/enter.ts'
import { faultAt, faultElsewhere } from '#web/features/access/fault-at.ts'
import { FormFault } from '#web/features/access/form-fault.tsx'
import { isNewPasswordReady, NewPassword } from '#web/features/access/new-password.tsx'
import { SendCodeButton } from '#web/features/access/send-code-button.tsx'
import { contactOf, useCode } from '#web/features/access/use-code.ts'
import { useTexts } from '#web/texts/texts.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeInput } from '#web/ui/code-input.tsx'
import { Field } from '#web/ui/field.tsx'

/** Open an account: a contact proved by a code, a password, and who invited, if anybody. */
export default function Register() {
  const { t } = useTexts()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const draft = useContactDraft()
  const invitedBy = useClient((state) => state.inviteCode)
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [inviteCode, setInviteCode] = useState(invitedBy ?? '')
  const codes = useCode('register')
  const entry = useSend(register, { toastsRefusal: false })
  const from = search.get('from') ?? undefined

  const contact = contactOf(draft)
  const isReady = contact.contact !== '' && code.length === 6 && isNewPasswordReady(password, repeated)

  async function open(): Promise<void> {
    const invite = inviteCode.trim()
    const token = await entry.send({
      ...contact,
      code,
      password,
      repeated,
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
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady) void open()
          }}
        >
          <ContactFields
            error={faultAt(entry.error, 'contact') ?? codes.error?.message}
            onChange={() => {
              entry.reset()
              codes.reset()
            }}
            end={
              <SendCodeButton
                waitSeconds={codes.waitSeconds}
                wasSent={codes.sentTo !== undefined}
                isPending={codes.isPending}
                onSend={() => void codes.send(draft)}
              />
            }
          />
          {codes.sentTo && (
            <p role="status" className="text-13 text-t2">
              {t('access.code_sent', { contact: codes.sentTo })}
            </p>
          )}
          <CodeInput
            label={t('access.code')}
            value={code}
            onChange={(typed) => {
              setCode(typed)
              entry.reset()
            }}
            error={faultAt(entry.error, 'code')}
          />
          <NewPassword
            password={password}
            repeated={repeated}
            onPassword={(typed) => {
              setPassword(typed)
              entry.reset()
            }}
            onRepeated={setRepeated}
            error={faultAt(entry.error, 'password')}
            repeatedError={faultAt(entry.error, 'repeated')}
          />
          <Field
            label={t('access.invite_code')}
            hint={t('access.optional')}
            autoCapitalize="characters"
            autoComplete="off"
            maxLength={20}
            value={inviteCode}
            error={faultAt(entry.error, 'inviteCode')}
            onChange={(event) => {
              setInviteCode(event.target.value)
              entry.reset()
            }}
          />
          <FormFault text={faultElsewhere(entry.error)} />
          <Button type="submit" kind="primary" disabled={!isReady} isPending={entry.isPending}>
            {t('access.create_account')}
          </Button>
        </form>
        <p className="mt-2 flex flex-wrap items-center justify-center gap-x-2 text-13 text-t2">
          {t('access.have_account')}
          <Link
            to={toPage('pages/common/login', { from })}
            className="press flex min-h-11 items-center font-semibold text-t1"
          >
            {t('common.sign_in')}
          </Link>
        </p>
      </main>
    </>
  )
}
