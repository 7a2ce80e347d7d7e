// Shows what `index.html` holds of home before the app has loaded: only to visitors who open home in
// English, because nobody else will see those words next.
try {
  const kept = JSON.parse(localStorage.getItem('plumb') ?? '{}').state ?? {}
  const isHome = /^(#\/?(pages\/index\/index)?)?(\?|$)/.test(location.hash)
  if (isHome && !kept.token && (kept.language ?? 'en') === 'en') {
    document.documentElement.dataset.firstLook = 'home'
  }
} catch {
  // Without storage there is no first look; the app says what it needs.
}
