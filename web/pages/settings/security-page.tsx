import { useSearchParams } from 'react-router'
import { profile } from '#domain/user/contract.ts'
import { accountFreeze } from '#domain/user/freeze.ts'
import { mailPhrase } from '#domain/user/mail-phrase.ts'
import { secondFactor } from '#domain/user/second-factor.ts'
import { signInWallets } from '#domain/user/wallet-sign-in.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { hasFactor } from '#web/features/access/has-factor.ts'
import { BindSheet } from '#web/features/profile/bind-sheet.tsx'
import { SessionList } from '#web/features/profile/session-list.tsx'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

const contacts = ['email', 'mobile'] as const

/** What guards the account: the password, the contacts that receive codes, and where one is signed in. */
export default function SecurityPage() {
  const { t } = useTexts()
  const me = useApiQuery(profile, {})
  const factor = useApiQuery(secondFactor, {})
  const freeze = useApiQuery(accountFreeze, {})
  const phrase = useApiQuery(mailPhrase, {})
  const wallets = useApiQuery(signInWallets, {})
  // In the address, so that the sheet is still open after a visit to the list of countries.
  const [search, setSearch] = useSearchParams()
  const bound = contacts.find((kind) => kind === search.get('bind'))
  return (
    <SettingsFrame>
      <AppBar title={t('profile.security')} />
      <main className="pb-8">
        {me.isError && <ErrorState error={me.error} onRetry={() => void me.refetch()} />}
        {me.isPending && <SkeletonRows count={3} />}
        {me.data && (
          <>
            <ListRow
              title={t('profile.login_password')}
              note={t('access.change_password_note')}
              value={!me.data.hasPassword && <Quiet text={t('profile.add')} />}
              to={toPage('pages/setting/password')}
            />
            <ListRow
              title={t('access.pay_password')}
              note={t('access.pay_password_note')}
              value={<Quiet text={t(me.data.hasPayPassword ? 'profile.change' : 'profile.add')} />}
              to={toPage('pages/setting/payPassword')}
            />
            <ListRow
              title={t('profile.two_step')}
              value={
                factor.data && (
                  // A passkey is a second factor as well.
                  <Quiet text={t(hasFactor(factor.data) ? 'profile.on' : 'profile.off')} />
                )
              }
              to={toPage('pages/setting/totp')}
            />
            <ListRow
              title={t('profile.mail_phrase')}
              value={phrase.data && <Quiet text={phrase.data.masked ?? t('profile.add')} />}
              to={toPage('pages/setting/phrase')}
            />
            <ListRow title={t('profile.guard_rails')} to={toPage('pages/setting/guards')} />
            <ListRow
              title={t('profile.cards')}
              note={t('profile.cards_note')}
              to={toPage('pages/setting/bank')}
            />
            <ListRow
              title={t('profile.sign_in_wallets')}
              value={wallets.data && <Quiet text={String(wallets.data.items.length)} />}
              to={toPage('pages/setting/wallets')}
            />
            <ListRow
              title={t('profile.passkeys')}
              value={factor.data && <Quiet text={String(factor.data.passkeys)} />}
              to={toPage('pages/setting/passkeys')}
            />
            <ListRow title={t('profile.api_keys')} to={toPage('pages/setting/apiKeys')} />
            {contacts.map((kind) => (
              <ListRow
                key={kind}
                title={t(`access.contact_${kind}`)}
                note={me.data[kind] ?? t('profile.not_set')}
                value={<Quiet text={t(me.data[kind] ? 'profile.change' : 'profile.add')} />}
                onClick={() => setSearch({ bind: kind }, { replace: true })}
              />
            ))}
          </>
        )}
        {me.data && (
          <ListRow
            title={t('profile.freeze')}
            value={freeze.data?.frozenSinceMs != null && <Quiet text={t('profile.frozen')} />}
            to={toPage('pages/setting/freeze')}
          />
        )}
        {me.data && <ListRow title={t('profile.privacy')} to={toPage('pages/setting/privacy')} />}
        <h2 className="gutter pt-8 pb-1 text-13 font-normal text-t2">{t('profile.sessions')}</h2>
        <SessionList />
      </main>
      {bound && <BindSheet kind={bound} onClose={() => setSearch({}, { replace: true })} />}
    </SettingsFrame>
  )
}

function Quiet({ text }: { text: string }) {
  return <span className="text-13 font-normal text-t2">{text}</span>
}
