import { KnownCause } from './known-cause';

/** Causes that keep an operator without OLM from becoming ready. */
export const PLAIN_CAUSES = {
  'cert-manager-missing': {
    grace: 'transient',
    remedy: 'install cert-manager before the operator, or use another source of certificates',
  },
  'certificate-not-ready': {
    grace: 'timeout',
    remedy: 'check the Issuer of the Certificate, its CertificateRequest, and the log of cert-manager',
  },
  'ca-not-injected': {
    grace: 'timeout',
    remedy: 'check that the controller that adds CAs runs: cainjector of cert-manager, or the service CA of OpenShift; and the certificate it reads',
  },
  'webhook-unreachable': {
    grace: 'timeout',
    remedy: 'check the pods behind the Service, and that its selector and ports match them',
  },
} satisfies { [cause: string]: KnownCause };
