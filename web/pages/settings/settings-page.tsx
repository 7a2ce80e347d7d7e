import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { APP_VERSION, APP_VERSION_CODE } from '#domain/content/contract.ts'
import { languageNames } from '#domain/language.ts'
import { logout } from '#domain/user/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { signOut, useClient } from '#web/app/client-state.ts'
import { type PageRoute, toPage } from '#web/app/page-list.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { useWide } from '#web/app/use-wide.ts'
import { PublishedNote } from '#web/features/content/published-note.tsx'
import { useFiatRates } from '#web/features/money/use-fiat-rates.ts'
import { DirectionSetting } from '#web/features/settings/direction-setting.tsx'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { ownPages } from '#web/features/settings/settings-links.ts'
import { ThemeSetting } from '#web/features/settings/theme-setting.tsx'
import { ago, isoDate } from '#web/format/time.ts'
import { loadArea, useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { ChoiceSheet } from '#web/ui/select-sheet.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Switch } from '#web/ui/switch.tsx'

const InstallSetting = lazy(
  async () =>
    (await Promise.all([import('#web/features/install/install-setting.tsx'), loadArea('app_pages')]))[0],
)

const about = {
  faq: 'pages/common/faq',
  contact: 'pages/common/contactus',
  aboutus: 'pages/common/aboutus',
  compliance: 'pages/setting/operational_compliance',
  powers: 'pages/setting/powers',
} as const satisfies Record<string, PageRoute>

/** Settings: how the app looks and speaks, the ways to the account's pages, and sign-out. */
export default function SettingsPage() {
  const { t } = useTexts()
  const isWide = useWide()
  const { language, hidesBalance, confirmsCrossing, confirmsOptions, user, site } = useClient()
  return (
    <SettingsFrame>
      <AppBar title={t('settings.title')} />
      <main className="pb-10">
        {/* In a wide window they stand beside the page. */}
        {!isWide &&
          ownPages.map(({ id, route }) => (
            <ListRow
              key={id}
              title={t(`settings.link_${id}`)}
              {...(id === 'profile' && user ? { note: user.name } : {})}
              to={toPage(route)}
            />
          ))}
        <h2 className="gutter pt-8 pb-1 text-12 font-normal text-t3">{t('settings.display')}</h2>
        <ListRow
          title={t('settings.language')}
          valueNote={languageNames[language]}
          to={toPage('pages/language/language')}
        />
        <ThemeSetting />
        <FiatSetting />
        <div className="flex min-h-15 items-center gap-3 gutter py-2">
          <div className="min-w-0 flex-1">
            <p className="text-15">{t('settings.hide_balance')}</p>
            <p className="text-12 text-t3">{t('settings.hide_balance_note')}</p>
          </div>
          <Switch
            label={t('settings.hide_balance')}
            isOn={hidesBalance}
            onChange={(isOn) => useClient.setState({ hidesBalance: isOn })}
          />
        </div>
        <div className="flex min-h-15 items-center gap-3 gutter py-2">
          <div className="min-w-0 flex-1">
            <p className="text-15">{t('settings.confirm_crossing')}</p>
            <p className="text-12 text-t3">{t('settings.confirm_crossing_note')}</p>
          </div>
          <Switch
            label={t('settings.confirm_crossing')}
            isOn={confirmsCrossing}
            onChange={(isOn) => useClient.setState({ confirmsCrossing: isOn })}
          />
        </div>
        <div className="flex min-h-15 items-center gap-3 gutter py-2">
          <p className="min-w-0 flex-1 text-15">{t('settings.confirm_options')}</p>
          <Switch
            label={t('settings.confirm_options')}
            isOn={confirmsOptions}
            onChange={(isOn) => useClient.setState({ confirmsOptions: isOn })}
          />
        </div>
        <div className="mx-4 border-b border-line" />
        <DirectionSetting />
        <h2 className="gutter pt-6 pb-1 text-12 font-normal text-t3">{t('settings.about')}</h2>
        {(Object.keys(about) as (keyof typeof about)[]).map((id) => (
          <ListRow key={id} title={t(`settings.about_${id}`)} to={toPage(about[id])} />
        ))}
        <Suspense>
          <InstallSetting />
        </Suspense>
        <PublishedNote keyword="app_download" />
        <SignOut />
        <p className="figures pt-6 text-center text-12 text-t3">
          {site.name} {APP_VERSION} ({APP_VERSION_CODE})
        </p>
      </main>
    </SettingsFrame>
  )
}

/** The fiat currency that values are shown in. */
function FiatSetting() {
  const { t } = useTexts()
  const fiat = useClient((state) => state.fiat)
  const rates = useFiatRates()
  const [isOpen, setOpen] = useState(false)
  const used = rates.data?.list.find(({ code }) => code === fiat.code)
  const note = used?.isClose
    ? t('market.price_of', { date: isoDate(used.atMs ?? fiat.savedAtMs) })
    : fiat.savedAtMs > 0
      ? t('settings.fiat_saved', { when: ago(fiat.savedAtMs, Date.now(), t) })
      : undefined
  const choices = rates.data?.list.map(({ code, name, rate }) => ({
    id: code,
    label: `${code} · ${name}`,
    note: t('settings.fiat_rate', { rate, code }),
  }))
  return (
    <>
      <ListRow title={t('settings.fiat')} note={note} valueNote={fiat.code} onClick={() => setOpen(true)} />
      <ChoiceSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('settings.fiat')}
        value={fiat.code}
        choices={choices ?? []}
        onChange={(code) => {
          const chosen = rates.data?.list.find((one) => one.code === code)
          if (chosen && rates.data) {
            useClient.setState({ fiat: { code, rate: chosen.rate, savedAtMs: rates.data.saveTime } })
          }
        }}
      />
    </>
  )
}

/** Ends the session, on the server too; where that cannot be told, at least here. */
function SignOut() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const end = useApiMutation(logout, { toastsRefusal: false })

  async function run(): Promise<void> {
    await end.send({})
    setOpen(false)
    navigate(toPage('pages/index/index'), { replace: true })
    signOut()
    queries.clear()
  }

  return (
    <div className="gutter pt-8">
      <Button className="w-full" onClick={() => setOpen(true)}>
        {t('settings.sign_out')}
      </Button>
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('settings.sign_out_title')}
        text={t('settings.sign_out_why')}
      >
        <Button kind="primary" className="w-full" isPending={end.isPending} onClick={() => void run()}>
          {t('settings.sign_out')}
        </Button>
        <Button className="mt-2 w-full" onClick={() => setOpen(false)}>
          {t('settings.stay')}
        </Button>
      </Sheet>
    </div>
  )
}
