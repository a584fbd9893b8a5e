// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {BackedToken} from "../contracts/BackedToken.sol";
import {Fixture} from "./support/Fixture.sol";

contract BackedTokenTest is Fixture {
    function signPermit(uint256 key, address spender, uint256 value, uint256 deadline)
        private
        view
        returns (uint8 v, bytes32 r, bytes32 s)
    {
        bytes32 typeHash =
            keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 permit = keccak256(abi.encode(typeHash, outsider, spender, value, qmgt.nonces(outsider), deadline));
        return vm.sign(key, keccak256(abi.encodePacked(hex"1901", qmgt.DOMAIN_SEPARATOR(), permit)));
    }

    function testIsTiedToReserveAndTreasury() public view {
        for (uint256 i = 0; i < 4; ++i) {
            BackedToken token = tokens()[i];
            vm.assertEq(token.reserve(), address(reserve));
            vm.assertEq(token.settlement(), address(settlement));
            vm.assertEq(token.treasury(), settlement.walletOf(0));
            vm.assertEq(token.decimals(), 18);
        }
    }

    function testNothingCanBeIssuedBeforeAnAttestation() public {
        vm.prank(issuer);
        vm.expectRevert(abi.encodeWithSelector(BackedToken.AboveReserve.selector, 0, 1, 0));
        qmgt.issue(1);
    }

    function testFuzzIssuesIntoTheTreasuryUpToTheShare(uint128 share, uint256 first, uint256 second) public {
        attestOne(qmgt, share, share, share);
        uint256 supply = issueOrRefuse(0, first, share);
        supply = issueOrRefuse(supply, second, share);
        vm.assertEq(qmgt.totalSupply(), supply);
        vm.assertEq(qmgt.balanceOf(treasury), supply);
        vm.assertLe(supply, share);
    }

    function issueOrRefuse(uint256 supply, uint256 amount, uint256 cap) private returns (uint256) {
        bool fits = amount <= cap - supply;
        if (fits) {
            vm.expectEmit(address(qmgt));
            emit BackedToken.Issued(amount, supply + amount, cap);
        } else {
            vm.expectRevert(abi.encodeWithSelector(BackedToken.AboveReserve.selector, supply, amount, cap));
        }
        vm.prank(issuer);
        qmgt.issue(amount);
        return fits ? supply + amount : supply;
    }

    function testFuzzOnlyTheIssuerIssues(address caller) public {
        vm.assume(caller != issuer);
        attestOne(qmgt, 10, 10, 10);
        vm.prank(caller);
        vm.expectRevert(missingRole(caller, ISSUER));
        qmgt.issue(1);
    }

    function testFuzzNobodyOutsideBurns(address caller) public {
        issueAll();
        vm.assume(caller.codehash != settlement.walletCodeHash());
        vm.assume(caller != address(0));
        settle(1, outward(qmgt, 0, caller, 5));
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(BackedToken.NotOurWallet.selector, caller));
        qmgt.burn(5);
    }

    function testWalletsBurnThroughSettlement() public {
        issueAll();
        settle(1, burnt(qmgt, 0, 3));
        vm.assertEq(qmgt.totalSupply(), SHARE / 2 - 3);
        vm.assertEq(qmgt.balanceOf(treasury), SHARE / 2 - 3);
    }

    function testHoldersMoveWhatIsTheirs() public {
        issueAll();
        settle(1, outward(qmgt, 0, outsider, 10));
        vm.prank(outsider);
        qmgt.transfer(stranger, 4);
        vm.prank(outsider);
        qmgt.approve(stranger, 3);
        vm.prank(stranger);
        qmgt.transferFrom(outsider, stranger, 3);
        vm.assertEq(qmgt.balanceOf(outsider), 3);
        vm.assertEq(qmgt.balanceOf(stranger), 7);
    }

    function testPermitIsTheHoldersToSign() public {
        issueAll();
        settle(1, outward(qmgt, 0, outsider, 10));
        uint256 deadline = block.timestamp + 1;
        (uint8 v, bytes32 r, bytes32 s) = signPermit(0xbad, stranger, 5, deadline);
        vm.expectRevert(abi.encodeWithSelector(ERC20Permit.ERC2612InvalidSigner.selector, vm.addr(0xbad), outsider));
        qmgt.permit(outsider, stranger, 5, deadline, v, r, s);
        (v, r, s) = signPermit(OUTSIDER_KEY, stranger, 5, deadline);
        qmgt.permit(outsider, stranger, 5, deadline, v, r, s);
        vm.prank(stranger);
        qmgt.transferFrom(outsider, stranger, 5);
        vm.assertEq(qmgt.balanceOf(stranger), 5);
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, stranger, 0, 1));
        qmgt.transferFrom(outsider, stranger, 1);
    }

    function testPauseStopsEverythingButBurningInOurWallets() public {
        issueAll();
        settle(1, outward(qmgt, 0, outsider, 10));
        vm.prank(pauser);
        qmgt.pause();
        vm.prank(outsider);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        qmgt.transfer(stranger, 1);
        vm.prank(issuer);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        qmgt.issue(1);
        vm.prank(outsider);
        vm.expectRevert(abi.encodeWithSelector(BackedToken.NotOurWallet.selector, outsider));
        qmgt.burn(1);
        settle(2, inner(qmgt, 0, 7, 1));
        settle(3, outward(qmgt, 0, outsider, 1));
        vm.assertFalse(settlement.isSettled(2) || settlement.isSettled(3));
        settle(4, burnt(qmgt, 0, 3));
        vm.assertTrue(settlement.isSettled(4));
        vm.assertEq(qmgt.totalSupply(), SHARE / 2 - 3);
        vm.prank(admin);
        qmgt.unpause();
        settle(2, inner(qmgt, 0, 7, 1));
        vm.assertTrue(settlement.isSettled(2));
    }

    /// @dev What has to be done when gold is missing: pause, burn, then attest the smaller vault.
    function testPauseBurnAttest() public {
        issueAll();
        uint256 lost = SHARE / 10;
        vm.prank(pauser);
        qmgt.pause();
        settle(1, burnt(qmgt, 0, lost));
        uint256 rest = SHARE / 2 - lost;
        attestOne(qmgt, rest, rest, VAULT - lost);
        vm.assertTrue(qmgt.paused());
        vm.assertEq(reserve.capOf(qmgt), qmgt.totalSupply());
    }

    function testFuzzPauserStopsAndAdminStarts(address caller) public {
        if (caller != pauser) {
            vm.expectRevert(missingRole(caller, PAUSER));
            vm.prank(caller);
            qmgt.pause();
        }
        vm.prank(pauser);
        qmgt.pause();
        vm.assume(caller != admin);
        vm.expectRevert(missingRole(caller, ADMIN));
        vm.prank(caller);
        qmgt.unpause();
        vm.prank(pauser);
        vm.expectRevert(missingRole(pauser, ADMIN));
        qmgt.unpause();
    }
}
