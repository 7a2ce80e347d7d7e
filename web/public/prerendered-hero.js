// Runs before the app has loaded.
const { parts, quotes, listing } = document.currentScript.dataset
try {
  const kept = JSON.parse(localStorage.getItem('plumb') ?? '{}').state ?? {}
  const language = kept.language ?? 'en'
  const page = /^#?\/?([^?]*)/.exec(location.hash)[1] || 'pages/index/index'

  // Ask for the page's and the language's own files beside the app's, not after it.
  const filesOf = JSON.parse(parts ?? '{}')
  const isWide = matchMedia('(width >= 1024px)').matches
  const names = [page, ...(isWide ? [`${page} wide`] : []), language]
  for (const file of names.flatMap((name) => filesOf[name] ?? [])) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: `./${file}` })
    document.head.append(link)
  }

  // Ask for prices beside the files too, and for what is listed where no visit before kept it: `app/early-answers.ts`
  // hands each answer to the first who asks for it.
  const calls = [
    /^pages\/(index\/index|market\/market|transaction\/(index|currency))$/.test(page) && quotes,
    !localStorage.getItem('plumb-listing') && listing,
  ]
  window.earlyAnswers = {}
  for (const call of calls.filter(Boolean)) {
    const answer = fetch(`${call}?lang=${language}`, { cache: 'no-store', credentials: 'omit' })
    // Who takes it hears of a failure; nobody may.
    answer.catch(() => undefined)
    window.earlyAnswers[call] = answer
  }

  // Show what `index.html` holds of home, but only to visitors who open home in English: nobody else will
  // see those words next.
  if (page === 'pages/index/index' && !kept.token && language === 'en') {
    document.documentElement.dataset.prerenderedHero = 'home'
  }
} catch {
  // Without storage the app says itself what it needs.
}
