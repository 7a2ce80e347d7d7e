import { Globe } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { siteConfig } from '#domain/content/contract.ts'
import { languageNames } from '#domain/language.ts'
import { login } from '#domain/user/contract.ts'
import { useClient } from '#web/app/client-state.ts'
import { toPage } from '#web/app/page-list.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { useContactDraft } from '#web/features/access/contact-draft.ts'
import { ContactFields } from '#web/features/access/contact-fields.tsx'
import { deviceKey } from '#web/features/access/device-key.ts'
import { enter, returnAddress } from '#web/features/access/enter.ts'
import { FactorCodeField, isFactorNeeded } from '#web/features/access/factor-code-field.tsx'
import { fieldError } from '#web/features/access/field-error.ts'
import { FormError } from '#web/features/access/form-error.tsx'
import { contactOf } from '#web/features/access/use-code.ts'
import { WalletSignIn } from '#web/features/crypto-wallet/wallet-sign-in.tsx'
import { PasskeySignIn } from '#web/features/passkey/passkey-sign-in.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { PlumbLine } from '#web/ui/plumb-line.tsx'

/** Sign in by email or mobile, by wallet, by passkey, or try the demonstration; then back to where one came from. */
export default function SignInPage() {
  const { t } = useTexts()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const draft = useContactDraft()
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const [isFactorAsked, setFactorAsked] = useState(false)
  const [isPasskeyOnly, setPasskeyOnly] = useState(false)
  const [factorCode, setFactorCode] = useState('')
  const site = useApiQuery(siteConfig, {})
  const entry = useApiMutation(login, { toastsRefusal: false })
  const demo = site.data?.demoAccount
  const from = search.get('from') ?? undefined

  const goOn = () => void navigate(returnAddress(from ?? null), { replace: true })

  async function signInAs(input: Parameters<typeof entry.send>[0]): Promise<void> {
    const token = await entry.send({ ...input, device: deviceKey() }, (error) => {
      if (!isFactorNeeded(error.code)) return
      setFactorAsked(true)
      setPasskeyOnly(error.code === 'PASSKEY_NEEDED')
    })
    if (token === undefined) return
    await enter(token).then(
      goOn,
      // The call has said itself what went wrong; the form stays as it was.
      () => undefined,
    )
  }

  const { kind: _, ...contact } = contactOf(draft)
  const isAtField = fieldError(entry.error, 'contact') ?? fieldError(entry.error, 'factorCode')
  const formText = isAtField ? undefined : entry.error?.message
  // One sentence for the form; the fields it means are marked.
  const missing = (text: string) => (isTried && text === '' ? '' : undefined)
  const isIncomplete = isTried && (contact.contact === '' || password === '')
  return (
    <>
      <Masthead />
      <main className="flex min-h-[calc(100dvh-224px)] flex-col gutter pb-6">
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            setTried(true)
            const factor = isFactorAsked && factorCode !== '' ? { factorCode } : {}
            if (contact.contact && password) void signInAs({ ...contact, password, ...factor })
          }}
        >
          <ContactFields
            error={fieldError(entry.error, 'contact') ?? missing(contact.contact)}
            onChange={entry.reset}
          />
          <PasswordField
            label={t('access.password')}
            autoComplete="current-password"
            maxLength={128}
            value={password}
            error={missing(password)}
            onChange={(event) => {
              setPassword(event.target.value)
              entry.reset()
            }}
          />
          {isFactorAsked && (
            <div>
              <FactorCodeField
                isFirst
                isPasskeyOnly={isPasskeyOnly}
                value={factorCode}
                error={fieldError(entry.error, 'factorCode')}
                onChange={(typed) => {
                  setFactorCode(typed)
                  entry.reset()
                }}
              />
              <Link
                to={toPage('pages/common/recover')}
                className="press flex min-h-11 items-center text-13 text-t2"
              >
                {t('sign_in_wallet_pages.lost_factor')}
              </Link>
            </div>
          )}
          <div className="flex flex-wrap justify-between gap-x-4 text-13 text-t2">
            <Link
              to={toPage('pages/setting/password', { mode: 'forgot' })}
              className="press flex min-h-11 items-center"
            >
              {t('access.forgot')}
            </Link>
            <Link to={toPage('pages/common/register', { from })} className="press flex min-h-11 items-center">
              {t('access.create_account')}
            </Link>
          </div>
          <FormError text={isIncomplete ? t('access.needed') : formText} />
          <Button type="submit" kind="primary" isPending={entry.isPending}>
            {t('common.sign_in')}
          </Button>
        </form>
        <WalletSignIn onEntered={goOn}>
          <PasskeySignIn onEntered={goOn} />
        </WalletSignIn>
        {demo && (
          <footer className="mt-auto pt-8">
            <div className="border-t border-line pt-3">
              <button
                type="button"
                onClick={() => void signInAs(demo)}
                className="press flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 py-2 text-left text-13"
              >
                <span className="font-semibold text-t1">{t('access.try_demo')}</span>
                <span className="text-t3">{t('access.try_demo_note')}</span>
              </button>
            </div>
          </footer>
        )}
      </main>
    </>
  )
}

/** The cord, the name and the promise; beside them the way to another language. */
function Masthead() {
  const { t, language } = useTexts()
  const site = useClient((state) => state.site.name)
  return (
    <header className="relative min-h-56">
      <div className="absolute top-0 left-5">
        <PlumbLine meaning="recorded" length={152} size={24} />
      </div>
      <Link
        to={toPage('pages/language/language')}
        className="press absolute top-1 right-4 flex min-h-11 items-center gap-1.5 text-13 text-t2"
      >
        <Globe aria-hidden size={18} strokeWidth={1.75} />
        {languageNames[language]}
      </Link>
      <div className="pt-26.5 pr-4 pb-6 pl-16">
        <h1 className="text-28 font-semibold">{site}</h1>
        <p className="mt-0.5 text-15 text-t2">{t('access.promise')}</p>
      </div>
    </header>
  )
}
