import { AppBar } from '#web/app/app-bar.tsx'
import { useClient } from '#web/app/client-state.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Where somebody lands who came to sign in by wallet without having one. */
export default function NoWalletPage() {
  const { t } = useTexts()
  const site = useClient((state) => state.site.name)
  return (
    <>
      <AppBar title={t('access.wallet')} />
      <main>
        <EmptyState
          title={t('access.no_wallet')}
          text={t('access.no_wallet_why', { site })}
          action={{ label: t('common.sign_in'), to: '/pages/common/login' }}
        />
      </main>
    </>
  )
}
