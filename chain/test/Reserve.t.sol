// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BackedToken} from "../contracts/BackedToken.sol";
import {IBackedToken} from "../contracts/interfaces/IBackedToken.sol";
import {QMGT} from "../contracts/QMGT.sol";
import {Reserve} from "../contracts/Reserve.sol";
import {Fixture} from "./support/Fixture.sol";

contract ReserveTest is Fixture {
    function sharesOf(BackedToken token, uint256 grams, uint256 units) private pure returns (Reserve.Share[] memory shares) {
        shares = new Reserve.Share[](1);
        shares[0] = Reserve.Share({token: token, grams: grams, units: units});
    }

    function testPublishesVaultAndShares() public {
        vm.warp(1_800_000_000);
        vm.expectEmit(address(reserve));
        emit Reserve.ShareAttested(qmgt, 60, 60);
        vm.expectEmit(address(reserve));
        emit Reserve.Attested(100, 60, keccak256("bars"));
        attestOne(qmgt, 60, 60, 100);
        vm.assertEq(reserve.vaultGrams(), 100);
        vm.assertEq(reserve.sharedGrams(), 60);
        vm.assertEq(reserve.gramsOf(qmgt), 60);
        vm.assertEq(reserve.capOf(qmgt), 60);
        vm.assertEq(reserve.attestedAt(), 1_800_000_000);
        vm.assertEq(reserve.evidenceHash(), keccak256("bars"));
    }

    function testFuzzOnlyTheAttestorAttests(address caller) public {
        vm.assume(caller != attestor);
        vm.prank(caller);
        vm.expectRevert(missingRole(caller, ATTESTOR));
        reserve.attest(1, new Reserve.Share[](0), 0);
    }

    function testFuzzSharesStayWithinTheVault(uint128 vault, uint128 gold, uint128 dollars) public {
        uint256 shared = uint256(gold) + dollars;
        Reserve.Share[] memory shares = new Reserve.Share[](2);
        shares[0] = Reserve.Share({token: qmgt, grams: gold, units: gold});
        shares[1] = Reserve.Share({token: usdau, grams: dollars, units: 7});
        if (shared > vault) vm.expectRevert(abi.encodeWithSelector(Reserve.SharesAboveVault.selector, shared, vault));
        vm.prank(attestor);
        reserve.attest(vault, shares, 0);
        vm.assertEq(reserve.sharedGrams(), shared > vault ? 0 : shared);
    }

    function testTokensLeftOutKeepTheirShare() public {
        attestOne(qmgt, 60, 60, 100);
        attestOne(gca, 40, 40, 100);
        vm.assertEq(reserve.capOf(qmgt), 60);
        vm.assertEq(reserve.sharedGrams(), 100);
        vm.prank(attestor);
        vm.expectRevert(abi.encodeWithSelector(Reserve.SharesAboveVault.selector, 101, 100));
        reserve.attest(100, sharesOf(gae, 1, 1), 0);
        vm.prank(attestor);
        vm.expectRevert(abi.encodeWithSelector(Reserve.SharesAboveVault.selector, 100, 99));
        reserve.attest(99, new Reserve.Share[](0), 0);
    }

    function testATokenNamedTwiceCountsOnce() public {
        Reserve.Share[] memory shares = new Reserve.Share[](2);
        shares[0] = Reserve.Share({token: qmgt, grams: 90, units: 90});
        shares[1] = Reserve.Share({token: qmgt, grams: 30, units: 30});
        vm.prank(attestor);
        reserve.attest(30, shares, 0);
        vm.assertEq(reserve.sharedGrams(), 30);
        vm.assertEq(reserve.capOf(qmgt), 30);
    }

    function testFuzzUnitsOfGoldTokensAreGrams(uint128 grams, uint128 units) public {
        vm.assume(grams != units);
        BackedToken[3] memory gold = [BackedToken(qmgt), gca, gae];
        for (uint256 i = 0; i < gold.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Reserve.UnitsAreNotGrams.selector, gold[i], grams, units));
            vm.prank(attestor);
            reserve.attest(type(uint128).max, sharesOf(gold[i], grams, units), 0);
        }
        attestOne(usdau, grams, units, type(uint128).max);
        vm.assertEq(reserve.gramsOf(usdau), grams);
        vm.assertEq(reserve.capOf(usdau), units);
    }

    function testShareCannotFallBelowSupply() public {
        issueAll();
        vm.prank(attestor);
        vm.expectRevert(abi.encodeWithSelector(Reserve.ShareBelowSupply.selector, qmgt, SHARE / 2 - 1, SHARE / 2));
        reserve.attest(VAULT, sharesOf(qmgt, SHARE / 2 - 1, SHARE / 2 - 1), 0);
        settle(1, burnt(qmgt, 0, 1));
        attestOne(qmgt, SHARE / 2 - 1, SHARE / 2 - 1, VAULT);
        vm.assertEq(reserve.capOf(qmgt), qmgt.totalSupply());
    }

    function testRefusesTokensOfAnotherReserve() public {
        Reserve other = new Reserve(admin, attestor);
        BackedToken.Keys memory keys = BackedToken.Keys({admin: admin, issuer: issuer, pauser: pauser});
        QMGT foreign = new QMGT(other, settlement, keys);
        vm.prank(attestor);
        vm.expectRevert(abi.encodeWithSelector(Reserve.ForeignToken.selector, foreign, other));
        reserve.attest(100, sharesOf(foreign, 1, 1), 0);
        vm.prank(attestor);
        vm.expectRevert();
        reserve.attest(100, sharesOf(BackedToken(address(usdt)), 1, 1), 0);
    }

    function testKnowsNothingOfOtherTokens() public view {
        vm.assertEq(reserve.capOf(IBackedToken(stranger)), 0);
        vm.assertEq(reserve.gramsOf(IBackedToken(stranger)), 0);
    }
}
