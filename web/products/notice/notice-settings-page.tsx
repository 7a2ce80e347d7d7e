import { useQueryClient } from '@tanstack/react-query'
import {
  type NoticeSettings,
  noticeSettings,
  setNoticeSetting,
  setPushAmounts,
} from '#domain/notice/contract.ts'
import { type NoticeWay, noticeWays } from '#domain/notice/topics.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { PushSetting } from './push-setting.tsx'

/** How the customer is told: a row for each topic with its ways, and push on this device. */
export default function NoticeSettingsPage() {
  const { t } = useTexts()
  const settings = useApiQuery(noticeSettings, {})
  return (
    <SettingsFrame>
      <AppBar title={t('notice_pages.settings')} />
      <main className="pb-10">
        {settings.isError ? (
          <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
        ) : settings.data ? (
          <Settings settings={settings.data} />
        ) : (
          <SkeletonRows count={6} />
        )}
      </main>
    </SettingsFrame>
  )
}

function Settings({ settings }: { settings: NoticeSettings }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const set = useApiMutation(setNoticeSetting, { inTurn: true })
  const setAmounts = useApiMutation(setPushAmounts)
  const show = (answer: NoticeSettings | undefined) =>
    answer && queries.setQueryData([noticeSettings.path, {}], answer)
  const columns = 'grid grid-cols-[minmax(0,1fr)_repeat(3,3.5rem)] items-center gap-x-2 gutter'
  return (
    <>
      <div className={`${columns} pt-3 pb-1 text-12 text-t3`} aria-hidden>
        <span />
        {noticeWays.map((way) => (
          <span key={way} className="text-center">
            {t(`notice_pages.way_${way}`)}
          </span>
        ))}
      </div>
      {settings.items.map((choice) => (
        <fieldset key={choice.topic} aria-label={t(`notice_pages.topic_${choice.topic}`)}>
          <div className={`${columns} min-h-15 py-2`}>
            <div className="min-w-0">
              <p className="text-15">{t(`notice_pages.topic_${choice.topic}`)}</p>
              <p className="text-12 text-t3">{t(`notice_pages.about_${choice.topic}`)}</p>
            </div>
            {noticeWays.map((way: NoticeWay) => (
              <span key={way} className="flex justify-center">
                {choice.fixed.includes(way) ? (
                  <span className="text-12 text-t2">
                    <span className="sr-only">{t(`notice_pages.way_${way}`)}: </span>
                    {t('notice_pages.always')}
                  </span>
                ) : (
                  <Switch
                    label={t('notice_pages.by', {
                      topic: t(`notice_pages.topic_${choice.topic}`),
                      way: t(`notice_pages.way_${way}`),
                    })}
                    isOn={choice[way]}
                    onChange={(isOn) =>
                      void set.send({ topic: choice.topic, way, isOn: isOn ? '1' : '0' }).then(show)
                    }
                  />
                )}
              </span>
            ))}
          </div>
          <div className="mx-4 border-b border-line" />
        </fieldset>
      ))}
      <p className="gutter pt-2 text-12 text-t3">
        {settings.email ? t('notice_pages.mail_to', { email: settings.email }) : t('notice_pages.no_mail')}
      </p>
      <h2 className="gutter pt-8 pb-1 text-12 font-normal text-t3">{t('notice_pages.push_title')}</h2>
      <PushSetting publicKey={settings.pushKey} />
      <div className="flex min-h-15 items-center gap-3 gutter py-2">
        <div className="min-w-0 flex-1">
          <p className="text-15">{t('notice_pages.amounts')}</p>
          <p className="text-12 text-t3">{t('notice_pages.amounts_note')}</p>
        </div>
        <Switch
          label={t('notice_pages.amounts')}
          isOn={settings.showsAmounts}
          onChange={(isOn) => void setAmounts.send({ isOn: isOn ? '1' : '0' }).then(show)}
        />
      </div>
    </>
  )
}
