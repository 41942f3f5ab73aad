/** A phone number that a phone calls. */
export const telephoneLink = (telephone: string) => <a href={`tel:${telephone.replace(/[^\d+]/g, '')}`}>{telephone}</a>;
