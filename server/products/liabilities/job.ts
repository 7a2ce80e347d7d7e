/** The job that publishes where nothing was in this hour. */
export const PUBLISH_JOB = 'liabilities: publish the hour'
