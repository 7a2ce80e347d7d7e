import { Clock } from 'lucide-react'
import type { OutputOf } from '#domain/endpoint.ts'
import { consoleSupportSettings, proposeSupportSettings } from '#domain/support/console.ts'
import { CLOSED, weekdays } from '#domain/support/rules.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { Page, Section } from '../../ui/page.tsx'
import { PlainField, ProposalForm } from '../../ui/proposal-form.tsx'
import { Answered } from '../../ui/states.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import type { PageEntry } from '../product.ts'

type Settings = OutputOf<typeof consoleSupportSettings>['settings']

/** When customers find somebody, and where else: changed by two operators. */
function SettingsPage() {
  const call = useApiQuery(consoleSupportSettings, {})
  const [at, choose] = useChosen()
  const mayChange = useMay(proposeSupportSettings)
  return (
    <Page
      title={t('support.settings')}
      summary={t('support.settings_summary')}
      panel={
        at === 'change' &&
        call.data && (
          <SettingsForm
            key={call.data.settings.version}
            settings={call.data.settings}
            onClose={() => choose(undefined)}
          />
        )
      }
    >
      <Answered call={call}>
        {({ settings, isOpen, pending }) => (
          <>
            <PendingProposals title={t('support.pending')} pending={pending} />
            <Section
              title={`${t('support.hours')} · ${t(isOpen ? 'support.now_open' : 'support.now_closed')}`}
              text={t('support.hours_text')}
              actions={
                mayChange && (
                  <Button size="small" onClick={() => choose('change')}>
                    {t('support.change')}
                  </Button>
                )
              }
            >
              <div className="max-w-xl px-5 pb-4">
                <KeyValue
                  ruled
                  lines={weekdays.map((day) => ({
                    name: t(`support.day_${day}`),
                    value: settings[day] === CLOSED ? t('support.closed') : settings[day],
                  }))}
                />
              </div>
            </Section>
            <Section title={t('support.elsewhere')}>
              <div className="max-w-xl px-5 pb-4">
                <KeyValue
                  ruled
                  lines={[
                    { name: t('support.url'), value: settings.url || t('support.none') },
                    { name: t('support.email'), value: settings.email || t('support.none') },
                  ]}
                />
              </div>
            </Section>
          </>
        )}
      </Answered>
    </Page>
  )
}

function SettingsForm({ settings, onClose }: { settings: Settings; onClose(): void }) {
  return (
    <ProposalForm
      endpoint={proposeSupportSettings}
      panel={t('support.change')}
      title={t('support.kind_settings')}
      text={t('support.change_text')}
      // What is left empty is none.
      inputOf={(typed) => Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''))}
      onClose={onClose}
    >
      {weekdays.map((day) => (
        <PlainField key={day} label={t(`support.day_${day}`)} name={day} defaultValue={settings[day]} />
      ))}
      <PlainField label={t('support.url')} name="url" required={false} defaultValue={settings.url} />
      <PlainField label={t('support.email')} name="email" required={false} defaultValue={settings.email} />
    </ProposalForm>
  )
}

export const settingsPage: PageEntry = {
  ...{ path: '/support/settings', name: t('support.settings'), icon: Clock, component: SettingsPage },
  endpoint: consoleSupportSettings,
}
