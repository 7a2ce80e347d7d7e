/** After a first order or deposit the app has shown what it is for: the moment to offer its place on the home screen. */
export const offerInstallLater = (): void =>
  void import('./offer.tsx').then(({ offerInstall }) => offerInstall()).catch(() => undefined)
