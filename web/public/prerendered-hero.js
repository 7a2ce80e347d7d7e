// Runs before the app has loaded.
const { parts } = document.currentScript.dataset
try {
  const kept = JSON.parse(localStorage.getItem('plumb') ?? '{}').state ?? {}
  const language = kept.language ?? 'en'
  const page = /^#?\/?([^?]*)/.exec(location.hash)[1] || 'pages/index/index'

  // Ask for the page's and the language's own files beside the app's, not after it.
  const filesOf = JSON.parse(parts ?? '{}')
  for (const file of [...(filesOf[page] ?? []), ...(filesOf[language] ?? [])]) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: `./${file}` })
    document.head.append(link)
  }

  // Show what `index.html` holds of home, but only to visitors who open home in English: nobody else will
  // see those words next.
  if (page === 'pages/index/index' && !kept.token && language === 'en') {
    document.documentElement.dataset.prerenderedHero = 'home'
  }
} catch {
  // Without storage the app says itself what it needs.
}
