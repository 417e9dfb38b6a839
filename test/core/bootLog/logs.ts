/** Logs of one invented node, in the public formats of their programs. All times are of one boot. */
export const logs = {
  'cloud-init.log': `2026-03-03 10:10:04,512 - util.py[DEBUG]: Cloud-init v. 24.1.3-0ubuntu1 running 'init-local' at Tue, 03 Mar 2026 10:10:04 +0000. Up 3.51 seconds.
2026-03-03 10:10:04,777 - __init__.py[DEBUG]: Looking for data source in: ['Azure']
2026-03-03 10:10:07,003 - util.py[DEBUG]: Cloud-init v. 24.1.3-0ubuntu1 running 'init' at Tue, 03 Mar 2026 10:10:07 +0000. Up 6.00 seconds.
2026-03-03 10:10:09,120 - util.py[WARNING]: Running module write-files (<module 'cloudinit.config.cc_write_files'>) failed
2026-03-03 10:10:15,300 - util.py[DEBUG]: Cloud-init v. 24.1.3-0ubuntu1 running 'modules:final' at Tue, 03 Mar 2026 10:10:15 +0000. Up 14.30 seconds.
`,
  'cloud-init-output.log': `Cloud-init v. 24.1.3-0ubuntu1 running 'init-local' at Tue, 03 Mar 2026 10:10:04 +0000. Up 3.51 seconds.
ci-info: +++++++++Net device info+++++++++
Cloud-init v. 24.1.3-0ubuntu1 running 'modules:final' at Tue, 03 Mar 2026 10:10:15 +0000. Up 14.30 seconds.
Cloud-init v. 24.1.3-0ubuntu1 finished at Tue, 03 Mar 2026 10:10:16 +0000. Datasource DataSourceAzure [seed=/dev/sr0].  Up 15.10 seconds
`,
  'waagent.log': `2026-03-03T10:10:14.100000Z INFO Daemon Azure Linux Agent Version: 2.11.1.12
2026-03-03T10:10:18.250000Z INFO ExtHandler ExtHandler [Microsoft.Azure.Extensions.CustomScript-2.1.10] Target handler state: enabled
2026-03-03T10:10:19.000000Z INFO ExtHandler [Microsoft.Azure.Extensions.CustomScript-2.1.10] Executing command: /var/lib/waagent/Microsoft.Azure.Extensions.CustomScript-2.1.10/bin/custom-script-shim enable
`,
  'handler.log': `time=2026-03-03T10:10:19Z version=v2.1.10/git@abcdef0-clean operation=enable seq=0 event=start
time=2026-03-03T10:10:20Z version=v2.1.10/git@abcdef0-clean operation=enable seq=0 event="executing command" output=/var/lib/waagent/custom-script/download/0
time=2026-03-03T10:11:24Z version=v2.1.10/git@abcdef0-clean operation=enable seq=0 event="failed to handle" error="failed to execute command: command terminated with exit status=1"
`,
  'aks-node-controller.log': `{"time":"2026-03-03T10:10:17.5Z","level":"INFO","msg":"aks-node-controller started","task":"Provision"}
{"time":"2026-03-03T10:11:24.2Z","level":"INFO","msg":"CSE finished","exitCode":50,"stdout":"","stderr":"","error":"exit status 50"}
{"time":"2026-03-03T10:11:24.3Z","level":"ERROR","msg":"aks-node-controller failed","error":"exit status 50"}
`,
  'cluster-provision.log': `+ source /opt/azure/containers/provision_source.sh
++ ERR_OUTBOUND_CONN_FAIL=50
++ CNI_BIN_DIR=/opt/cni/bin
+++ hostname
+++ tail -c 2
+ echo Tue Mar  3 10:10:20 UTC 2026,aks-pool-12345678-vmss000000, startcustomscript
+ logs_to_events AKS.CSE.installContainerRuntime installContainerRuntime
+ installContainerRuntime
++ jq -r .version
++ semver 1.7
++ echo 1.7
Golden image; skipping
+ logs_to_events AKS.CSE.ensureKubelet ensureKubelet
+ systemctl restart kubelet
+ echo Tue Mar  3 10:11:23 UTC 2026,aks-pool-12345678-vmss000000, endcustomscript
`,
  'provision.json': JSON.stringify({
    ExitCode: '50',
    Output: '+ exit 50',
    ExecDuration: '64',
    KernelStartTime: 'Tue 2026-03-03 10:10:01 UTC',
    CSEStartTime: 'Tue Mar  3 10:10:20 UTC 2026',
    BootDatapoints: { KubeletStartTime: 'n/a' },
  }),
  'events.json': `{"Timestamp":"2026-03-03 10:10:21.000","OperationId":"2026-03-03 10:11:05.500","Version":"1.23","TaskName":"AKS.CSE.installNetworkPlugin","EventLevel":"Informational","Message":"Completed"}
{"Timestamp":"2026-03-03 10:11:06.000","OperationId":"2026-03-03 10:11:08.000","Version":"1.23","TaskName":"AKS.CSE.ensureKubelet","EventLevel":"Error","Message":"failed"}
`,
} as const;

/** All of them, as the timeline takes them. */
export const allLogs = Object.entries(logs).map(([name, text]) => ({ name, text }));
