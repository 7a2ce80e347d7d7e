import { type Language, languages } from '#domain/language.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { type DemoContent, demoNews, demoQuestions, demoSettings, type Written } from './demo/content.ts'
import { type Placement, publish } from './service.ts'
import { insertItem, insertText, type TextRow } from './store.ts'

/** Where the page with the default bar may lead in a demonstration: where transactions are looked up. */
const demoHosts = ['etherscan.io', 'mempool.space', 'tronscan.org']

const byDefault: Placement = { category: null, isPopUp: false, place: 0 }

/** Publishes what a demonstration's site says, in seven languages; nobody decided it. */
export async function seedContent(tx: Tx, { nowMs }: { nowMs: number }): Promise<void> {
  const demo = await loadDemo()
  const keys = new Map(
    (await tx.selectFrom('content_item').select(['id', 'key']).where('key', 'is not', null).execute()).map(
      ({ id, key }) => [key, id],
    ),
  )
  const say = async (
    id: bigint,
    of: (demo: DemoContent) => Written,
    placement: Placement,
    atMs: number,
    inLanguages: readonly Language[] = languages,
  ) => {
    const texts: TextRow[] = []
    for (const language of inLanguages) {
      const [title, content] = of(demo[language])
      texts.push(await insertText(tx, { item_id: id, language, title, content, writer: null }, atMs))
    }
    await publish(tx, id, { texts, placement, by: null }, atMs)
  }
  for (const page of ['about', 'contact', 'compliance'] as const)
    await say(keys.get(page)!, ({ pages }) => pages[page], byDefault, nowMs)
  for (const setting of demoSettings)
    await say(keys.get(setting)!, ({ settings }) => settings[setting], byDefault, nowMs)
  await say(keys.get('web_hosts')!, () => ['Hosts', demoHosts.join('\n')], byDefault, nowMs, ['en'])
  let place = 0
  for (const [category, questions] of Object.entries(demoQuestions))
    for (const question of questions) {
      const { id } = await insertItem(tx, { kind: 'faq' }, nowMs)
      await say(id, ({ faq }) => faq[question], { category, isPopUp: false, place: ++place }, nowMs)
    }
  for (const [n, [name, category]] of demoNews.entries()) {
    const atMs = nowMs - (demoNews.length - 1 - n) * DAY_MS
    const { id } = await insertItem(tx, { kind: 'news' }, atMs)
    await say(id, ({ news }) => news[name], { category, isPopUp: name === 'welcome', place: 0 }, atMs)
  }
}

/** Loaded for a new demonstration alone. */
export async function loadDemo(): Promise<Readonly<Record<Language, DemoContent>>> {
  const [{ en }, { zh }, { hk }, { jp }, { kor }, { xp }, { ydl }] = await Promise.all([
    import('./demo/en.ts'),
    import('./demo/zh.ts'),
    import('./demo/hk.ts'),
    import('./demo/jp.ts'),
    import('./demo/kor.ts'),
    import('./demo/xp.ts'),
    import('./demo/ydl.ts'),
  ])
  return { en, zh, hk, jp, kor, xp, ydl }
}
